/** A mail that is owed to the member whom a notification is for. */
export interface OwedAlert {
  /** Of the mail. */
  id: string;
  schoolId: string;
  notificationId: string;
}
