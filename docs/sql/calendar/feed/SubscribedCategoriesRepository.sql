/* SubscribedCategoriesRepository */

-- rename
update calendar_subscriptions s set categories = array(
  select case when lower(name collate "und-x-icu") = lower($2 collate "und-x-icu") then $3 else name end
  from unnest(s.categories) with ordinality as chosen(name, at) order by at)
where s.school_id = $1 and lower($2 collate "und-x-icu") = any (array(select lower(name collate "und-x-icu") from unnest(s.categories) name));
