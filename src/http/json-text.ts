/** An answer that the database has already written as JSON. */
export class JsonText {
  constructor(readonly text: string) {}
}
