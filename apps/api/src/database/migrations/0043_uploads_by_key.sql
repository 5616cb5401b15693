-- The bucket asks for the upload that a posted form is for, and the janitor for those of the keys that it finds (SAFE-07).
create index upload_of_key on upload (id);
