-- compatible-from: 0008
-- What the desk notes about a member for itself.

create table internal_notes (
  id bigint generated always as identity primary key,
  member_id bigint not null references members (id),
  made_at timestamptz not null,
  made_by text not null,
  contents text not null
);
create index internal_notes_by_member on internal_notes (member_id, id);

create table member_tags (
  member_id bigint not null references members (id),
  tag text not null,
  primary key (member_id, tag)
);
create index member_tags_by_tag on member_tags (tag);

-- What the desk did with a member is looked up with the member.
create index desk_acts_by_member on desk_acts using gin (member_ids);
