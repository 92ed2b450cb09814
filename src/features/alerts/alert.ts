/** That an item has come up: told once to everyone whom it is addressed to. */
export interface Alert {
  kind: 'notice_created' | 'document_created';
  item: 'notice' | 'document';
  /** Of the item; its row is written already. */
  id: string;
}

/** Something about an item that concerns some members alone; each is told once. */
export interface PersonalAlert {
  kind: 'signup_promoted';
  item: 'signup';
  id: string;
}
