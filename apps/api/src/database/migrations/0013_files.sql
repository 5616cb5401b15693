-- Files: what was uploaded, where it lies, and which order it belongs to (FILE-01 to FILE-06, UP-04). One table for
-- client, upload page and operations takes the place of the first two, which no release has filled.

drop table order_file;
drop table unused_upload;

create table upload (
  client_id uuid not null,
  id uuid not null,
  -- Who put it there: the client, somebody with the client's upload page, or operations.
  origin text not null check (origin in ('client', 'page', 'operations')),
  -- Where the form puts it, and where it lies once it was looked at, out of any form's reach.
  object_key text not null,
  kept_key text not null,
  file_name text not null,
  declared_type text not null,
  bytes bigint not null,
  status text not null check (status in ('new', 'scanning', 'ready', 'rejected', 'infected')),
  note text,
  created_at timestamptz not null,
  scan_at timestamptz,
  order_id uuid,
  order_file_type text,
  attached_at timestamptz,
  deleted_at timestamptz,
  primary key (client_id, id)
);
create index upload_of_order on upload (client_id, order_id, attached_at) where order_id is not null;
create index upload_of_client on upload (client_id, created_at);
create index upload_to_scan on upload (scan_at) where status = 'scanning';
create index upload_unused on upload (created_at) where order_id is null;

-- The unguessable key of a client's upload page.
create table upload_page (page_id text primary key, client_id uuid not null);
create table client_upload_page (client_id uuid primary key, page_id text not null);

-- What the client attached to the task, as the order shows it; kept by the same transaction that attaches.
alter table client_order add column attachments jsonb not null default '[]';
