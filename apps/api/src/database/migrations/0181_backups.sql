-- GO-05, GO-06: the newest backup of each kind, so that the doctor and the alerts know its age.
create table backup (kind text primary key, at timestamptz not null);
