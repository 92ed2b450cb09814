/* StarsRepository */

-- removeStar
DELETE FROM "stars" WHERE ("membership_id" = $1 AND "student_id" = $2 AND "school_id" = $3);
