-- compatible-from: 0008
-- Members also acknowledge how customers' funds are held.
alter table document_acceptances drop constraint document_acceptances_document_check;
alter table document_acceptances
  add constraint document_acceptances_document_check check (document in ('terms', 'privacy', 'funds'));
