-- How long deposits and withdrawals by bank took lately, newest first.
create index movements_settled on movements (kind, settled_at desc) where state = 'already' and method = 'bank';
