/* StarsRepository */

-- put
INSERT INTO "stars"("membership_id", "student_id", "school_id") VALUES ($1, $2, $3) ON CONFLICT DO NOTHING;

-- remove
DELETE FROM "stars" WHERE ("membership_id" = $1 AND "student_id" = $2 AND "school_id" = $3);
