-- A trial that was ended at once because its client or card had one before: it is no plan that has ended (SUB-14).
alter table subscription add column trial_refused boolean not null default false;
