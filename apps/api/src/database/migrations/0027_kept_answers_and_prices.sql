-- A kept answer is only given back, so it stays the text that it is; most are too short to be worth compressing.
alter table idempotency alter column answer type json using answer::json;
alter table idempotency set (toast_tuple_target = 8160);

-- Names the prices in force, here and in no other database, so that a process knows them again.
alter table price_table add column revision uuid not null default gen_random_uuid();
