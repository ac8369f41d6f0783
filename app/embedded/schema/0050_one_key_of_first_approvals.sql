-- compatible-from: 0008
-- desk_first_approvals_once covers this key too. With both, two first approvals at the same moment could fail.
alter table desk_first_approvals drop constraint if exists desk_first_approvals_act_member_id_request_key;
