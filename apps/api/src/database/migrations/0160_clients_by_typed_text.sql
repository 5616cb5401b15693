-- Staff find clients by the last digits of a phone, and by the beginning of an e-mail or a nickname (OPS-10).
create index client_phone_from_its_end on client_phone (reverse(phone) collate "C", client_id);
create index client_email_from_its_start on client_email (email collate "C", client_id);
create index email_change_from_its_start on email_change (lower(to_email) collate "C", client_id)
  where confirmed_at is null and ended_at is null;
create index client_nickname_from_its_start on client (lower(nickname) collate "C", id) where nickname is not null;
