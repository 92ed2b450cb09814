/** Columns that name the item of an attachment: one of them at most is given. */
const OWNER_COLUMNS = ['document_id', 'notice_id', 'permission_slip_id', 'slip_response_id'] as const;

/** SQL: how many items a row of `attachments` names. */
const owners = `num_nonnulls(${OWNER_COLUMNS.join(', ')})`;

export const HAS_ONE_OWNER_AT_MOST = `${owners} <= 1`;
/** Some item was saved with the upload. */
export const IS_SAVED = `${owners} > 0`;
/** No item was saved with the upload. */
export const IS_UNSAVED = `${owners} = 0`;
