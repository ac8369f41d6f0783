/**
 * SQL: the bank account that a member (u) had when a transaction was settled, as JSON. If the account has changed since,
 * the log of changes has it. Null if that log's texts have been erased.
 */
export const accountWhenSettled = (movement: string) => `(case when ${movement}.settled_at <= u.bank_changed_at then (
  select texts.result #> '{before,bank}' from desk_acts a join desk_act_texts texts on texts.act_id = a.id
   where a.act = 'change-member' and not a.rehearsed and a.member_ids @> array[u.id] and a.made_at >= ${movement}.settled_at
     and texts.result #> '{before,bank}' is not null
   order by a.id limit 1)
  else jsonb_build_object('name', u.bank_name, 'number', u.bank_number, 'owner', u.bank_owner) end)`
