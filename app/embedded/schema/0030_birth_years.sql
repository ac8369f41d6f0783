-- compatible-from: 0008
-- The year of birth, where the site asks for one at registration: slots then have a lower cap of stakes below 25.
alter table members add column birth_year integer check (birth_year between 1900 and 2100);
