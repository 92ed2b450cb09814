/* JournalReadingRepository */

-- findHead
select head.sequence::float8 as sequence, last.transaction_id as "transactionId"
from journal_heads head left join changes last on last.school_id = head.school_id and last.sequence = head.sequence
where head.school_id = $1;

-- findTransactionAt
SELECT "JournalEntry"."school_id" AS "JournalEntry_school_id",
  "JournalEntry"."sequence" AS "JournalEntry_sequence", "JournalEntry"."at" AS "JournalEntry_at",
  "JournalEntry"."transaction_id" AS "JournalEntry_transaction_id"
FROM "changes" "JournalEntry"
WHERE (("JournalEntry"."school_id" = $1) AND ("JournalEntry"."sequence" = $2))
LIMIT 1;
