-- compatible-from: 0008
-- Lists that grow with a member's years: each page of one is read by an index in its own order, and what is counted on
-- every page (unread notes) by an index of just that.
create index movements_by_time on movements (member_id, kind, applied_at desc, id desc);
drop index movements_of_member;
drop index deposits_applied;
create index notes_unread on notes (member_id) where read_at is null;
create index notices_by_time on notices (place, made_at desc, idx desc);
drop index notices_by_place;
-- A log-out ends the payment pages that the member has open.
create index payment_launches_of_member on payment_launches (member_id);
