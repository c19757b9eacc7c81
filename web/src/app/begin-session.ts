import { session } from '../lib/session/page-session.ts'

// The build makes this a script of its own, which runs first: who looks is asked while all else is on its way.
void session.start()
