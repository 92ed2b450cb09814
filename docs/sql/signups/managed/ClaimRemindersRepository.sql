/* ClaimRemindersRepository */

-- markReminded
UPDATE "signup_items" SET "last_reminder_at" = $1 WHERE ("school_id" = $2 AND "id" IN ($3, …));
