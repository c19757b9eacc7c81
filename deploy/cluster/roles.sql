-- `artikul` owns the tables: it applies migrations, past the pooler. `artikul_web` is what requests come as, through it.
create role artikul_app nologin;
create role artikul_client nologin;
create role artikul_staff nologin;
create role artikul login password 'owner' in role artikul_app, artikul_client, artikul_staff;
create role artikul_web login password 'web' in role artikul_app, artikul_client, artikul_staff;
alter role artikul_web set role = artikul_app;
alter role artikul_web set max_parallel_workers_per_gather = 0;
alter role artikul_web set timezone = 'UTC';
create database artikul owner artikul;
