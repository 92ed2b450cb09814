/* OrganizationDeparturesRepository */

-- findShowing
select 'organization_roster' as type, organization_id as id from organization_parents
where school_id = $1 and membership_id = $2
union
select 'organization', organization_id from organization_leaders where school_id = $1 and membership_id = $2
order by type, id;
