-- compatible-from: 0008
-- Entries have no time of their own, and a year of a member's can be a hundred thousand: a range of days is found by
-- halving the ids of the account instead of asking each entry's transfer. Entries of one account are written in order
-- of time but for moments.
create function entry_made_at(entry bigint) returns timestamptz language sql stable as $$
  select made_at from entries join transfers on transfers.id = transfer_id where entries.id = entry
$$;

-- Every entry of the account from this id on was made at the moment or later.
create function first_entry_since(account bigint, moment timestamptz) returns bigint language plpgsql stable as $$
declare
  low bigint;
  high bigint;
  middle bigint;
  probe bigint;
begin
  select min(id), max(id) into low, high from entries where account_id = account;
  -- Most accounts are younger than the range, and most ranges end today.
  if low is null or entry_made_at(high) < moment then return coalesce(high, 0) + 1; end if;
  if entry_made_at(low) >= moment then return low; end if;
  while high - low > 1 loop
    middle := (low + high) / 2;
    select id into probe from entries where account_id = account and id >= middle order by id limit 1;
    if entry_made_at(probe) < moment then low := probe; else high := middle; end if;
  end loop;
  return high;
end $$;
