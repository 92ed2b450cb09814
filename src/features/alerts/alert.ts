/** That an item has come up: told once to everyone whom it is addressed to. */
export interface Alert {
  kind: 'notice_created' | 'document_created';
  item: 'notice' | 'document';
  /** Of the item; its row is written already. */
  id: string;
}
