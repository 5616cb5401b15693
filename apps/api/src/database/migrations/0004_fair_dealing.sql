-- What a client confirmed, the honour code that stood beside their order, and the Nerd whom they prefer.

alter table client add column adult_confirmed_at timestamptz;

alter table client_order
  -- the version of its text
  add column honour_code text,
  -- the Nerd by name, while client_recomended_writer is added
  add column preferred_worker text;
