-- compatible-from: 0008
-- Why withdrawals are held back: a changed password, phone or bank account, or a second factor that the desk ended.
alter table members add column withdrawals_held_for text check (withdrawals_held_for in ('account', 'second_factor'));
