import { session } from '../lib/session/page-session.ts'

// The build makes this a separate script that runs first: the user is requested while everything else loads.
void session.start()
