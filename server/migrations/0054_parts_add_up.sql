-- The sum is of all parts, whoever sees them: asked as the client, the planner took the company's index and read all of
-- it for every line of an order.
alter function check_line_parts() security definer set search_path = public, pg_temp;
