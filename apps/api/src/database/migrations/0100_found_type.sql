-- The MIME type that the bytes of a file show (FILE-07): a picture is handed out as what it is, whatever its name says.
alter table upload add column found_type text;
