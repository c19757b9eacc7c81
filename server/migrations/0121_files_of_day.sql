-- Bytes that a company has sent within a day are counted before the next file.
create index order_files_company_day on order_files (contractor_id, created_at);
create index claim_files_company_day on claim_files (contractor_id, created_at);
