-- TALK-05: what staff texted back to a number without an account. It moves to the account that the number gets.
create table text_answer (
  phone text not null,
  id uuid not null,
  at timestamptz not null,
  operator text not null,
  body text not null,
  primary key (phone, id)
);
