/* Transactions */

-- run
INSERT INTO "stars"("membership_id", "student_id", "school_id") VALUES ($1, $2, $3) ON CONFLICT DO NOTHING;
