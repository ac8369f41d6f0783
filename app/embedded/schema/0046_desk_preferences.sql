-- compatible-from: 0008
-- What a person set for the back office in every browser.
create table desk_preferences (
  name text primary key,
  sound boolean not null
);
