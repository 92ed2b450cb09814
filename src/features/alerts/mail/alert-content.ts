import type { AlertedType } from '../alert.js';

/** What one mail is made of, as it is when it is sent. */
export interface AlertContent {
  /** Of the delivery. */
  id: string;
  /** Of the recipient. */
  email: string;
  /** Of the recipient's unsubscribe address. */
  token: string;
  school: { id: string; name: string; timeZone: string; locale: string };
  item: AlertedItem;
}

export interface AlertedItem {
  type: AlertedType;
  id: string;
  title: string;
  /** Sanitised HTML; null where there is none. */
  html: string | null;
  /** Null for an item of the whole school. */
  organization: string | null;
  /** Null for what an import made, and once the person has left. */
  author: string | null;
  /** UTC: when it was first shown. */
  from: Date;
  /** UTC; null for what stays. */
  until: Date | null;
  attachments: { name: string; bytes: number }[];
}
