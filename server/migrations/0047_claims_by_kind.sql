-- A rare kind is found without reading all claims through.
create index claims_kind on claims (kind, id desc);
