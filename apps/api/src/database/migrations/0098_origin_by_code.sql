-- REF-04: where a newcomer came in, and who referred them, is bound when their first code is typed in. True until then; for
-- clients of before it is bound.
alter table client_origin add column awaits_code boolean not null default false;
