/* ConfirmationRoundsRepository */

-- closeRound
UPDATE "confirmation_rounds" SET "closed_at" = $1 WHERE ("school_id" = $2 AND "id" = $3);

-- insertRound
insert into confirmation_rounds (school_id, title, message, opened_at, due_on) values ($1, $2, $3, $4, $5)
on conflict (school_id) where closed_at is null do nothing returning id;

-- lockOpenRound
SELECT "ConfirmationRound"."id" AS "ConfirmationRound_id",
  "ConfirmationRound"."school_id" AS "ConfirmationRound_school_id",
  "ConfirmationRound"."title" AS "ConfirmationRound_title",
  "ConfirmationRound"."message" AS "ConfirmationRound_message",
  "ConfirmationRound"."opened_at" AS "ConfirmationRound_opened_at",
  "ConfirmationRound"."due_on" AS "ConfirmationRound_due_on",
  "ConfirmationRound"."closed_at" AS "ConfirmationRound_closed_at",
  "ConfirmationRound"."last_reminder_at" AS "ConfirmationRound_last_reminder_at"
FROM "confirmation_rounds" "ConfirmationRound"
WHERE (("ConfirmationRound"."school_id" = $1) AND ("ConfirmationRound"."closed_at" IS NULL))
LIMIT 1 FOR NO KEY UPDATE;

-- markReminded
UPDATE "confirmation_rounds" SET "last_reminder_at" = $1 WHERE ("school_id" = $2 AND "id" = $3);
