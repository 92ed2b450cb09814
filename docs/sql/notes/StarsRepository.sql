/* StarsRepository */

-- putStar
INSERT INTO "stars"("membership_id", "student_id", "school_id")
VALUES ($1, $2, $3)
ON CONFLICT DO NOTHING 
RETURNING student_id;

-- removeStar
DELETE FROM "stars" WHERE ("school_id" = $1 AND "membership_id" = $2 AND "student_id" = $3);
