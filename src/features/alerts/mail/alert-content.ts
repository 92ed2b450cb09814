import type { AlertedKind, AlertedType } from '../alert.js';

/** What one mail is made of, as it is when it is sent. */
export interface AlertContent {
  /** Of the delivery. */
  id: string;
  /** Of the recipient. */
  email: string;
  /** Of the recipient's unsubscribe address. */
  token: string;
  school: { id: string; name: string; timeZone: string; locale: string };
  kind: AlertedKind;
  item: AlertedItem;
}

export interface AlertedItem {
  type: AlertedType;
  id: string;
  title: string;
  /** Sanitised HTML; null where there is none, or the mail only says that something has happened. */
  html: string | null;
  /** Null for an item of the whole school. */
  organization: string | null;
  /** Null for what an import made, and once the person has left. */
  author: string | null;
  /** UTC: when it was first shown; null where the mail is not about that. */
  from: Date | null;
  /** UTC; null for what stays. */
  until: Date | null;
  attachments: { name: string; bytes: number }[];
  /** What the recipient has of a sign-up, where the mail is about that. */
  claims: OwnClaim[] | null;
}

export interface OwnClaim {
  /** Of the item. */
  title: string;
  quantity: number;
  /** On the waitlist. */
  waits: boolean;
  /** ISO 8601; null for an item without a time. */
  startsAt: string | null;
  /** Of the sign-up. */
  location: string | null;
}
