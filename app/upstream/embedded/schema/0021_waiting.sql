-- Every call of a member asks whether something of theirs waits: their whole history is no place to look for it.
create index movements_waiting on movements (member_id, due_at) where state = 'wait';
