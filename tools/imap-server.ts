import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdir, mkdtemp, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { createServer, connect, type AddressInfo } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const DOVECOT = process.env['DOVECOT'] || '/usr/sbin/dovecot'
export const IMAP_PASSWORD = 'ящик-Секрет'

const START_WITHIN_MS = 5000
const STOP_WITHIN_MS = 1000
const NOBODY = 65_534

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Dovecot does not serve root's mail, so when started by root it runs as nobody. */
function owner() {
  const { uid, gid, username } = userInfo()
  if (uid === 0) return { uid: NOBODY, gid: NOBODY, user: 'nobody', group: 'nogroup' }
  return { uid, gid, user: username, group: execFileSync('id', ['-gn'], { encoding: 'utf8' }).trim() }
}

interface Settings {
  folder: string
  plain: number
  tls: number
}

/** Every login uses the one password and has mail of its own. */
function configOf({ folder, plain, tls }: Settings): string {
  const { uid, gid, user, group } = owner()
  return `
base_dir = ${folder}/run
state_dir = ${folder}/run
log_path = ${folder}/log
protocols = imap
listen = 127.0.0.1
ssl = yes
ssl_cert = <${folder}/cert.pem
ssl_key = <${folder}/key.pem
disable_plaintext_auth = no
auth_failure_delay = 0
default_internal_user = ${user}
default_internal_group = ${group}
default_login_user = ${user}
mail_location = maildir:~/Maildir
first_valid_uid = 1
first_valid_gid = 1
service imap-login {
  chroot =
  inet_listener imap {
    port = ${plain}
  }
  inet_listener imaps {
    port = ${tls}
  }
}
service anvil {
  chroot =
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}
passdb {
  driver = static
  args = password=${IMAP_PASSWORD}
}
userdb {
  driver = static
  args = uid=${uid} gid=${gid} home=${folder}/home/%u
}
`
}

async function answers(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'data')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

/** Creates a self-signed certificate of `localhost`. */
function makeCertificate(folder: string) {
  const files = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem')]
  const name = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '30']
  execFileSync('openssl', ['req', '-x509', ...kind, ...name, ...files], { stdio: 'ignore' })
}

async function prepareFolder(ports: Omit<Settings, 'folder'>): Promise<string> {
  const { uid, gid } = owner()
  const folder = await mkdtemp(join(tmpdir(), 'dovecot-'))
  await chmod(folder, 0o755)
  for (const part of ['run', 'home']) await mkdir(join(folder, part))
  makeCertificate(folder)
  await writeFile(join(folder, 'dovecot.conf'), configOf({ folder, ...ports }))
  for (const part of ['.', 'run', 'home', 'dovecot.conf', 'cert.pem', 'key.pem'])
    await chown(join(folder, part), uid, gid)
  return folder
}

async function stop(child: ChildProcess) {
  if (child.exitCode !== null) return
  child.kill('SIGTERM')
  await Promise.race([once(child, 'exit'), wait(STOP_WITHIN_MS)])
  child.kill('SIGKILL')
}

export interface ImapServer {
  plain: number
  tls: number
  certificate: string
  /** Stores a message unchanged in the mailbox of the login, as received at the moment. */
  deliver: (login: string, letter: string | Uint8Array, at: Date) => Promise<void>
  stop: () => Promise<void>
}

/** Starts a real IMAP server with private mail. */
export async function startImapServer(): Promise<ImapServer> {
  const [plain, tls] = [await freePort(), await freePort()]
  const folder = await prepareFolder({ plain, tls })
  const { uid, gid } = owner()
  const child = spawn(DOVECOT, ['-F', '-c', join(folder, 'dovecot.conf')], {
    stdio: 'ignore',
    ...(userInfo().uid === 0 && { uid, gid }),
  })
  for (const begun = performance.now(); !(await answers(plain)); await wait(20))
    if (child.exitCode !== null || performance.now() - begun > START_WITHIN_MS)
      throw new Error(`Dovecot did not start: ${await readFile(join(folder, 'log'), 'utf8').catch(String)}`)
  let delivered = 0
  return {
    plain,
    tls,
    certificate: await readFile(join(folder, 'cert.pem'), 'utf8'),
    deliver: async (login, letter, at) => {
      const mail = await maildirOf(join(folder, 'home', login))
      const name = `${String(++delivered).padStart(6, '0')}.artikul`
      await writeFile(join(mail, 'tmp', name), letter)
      await chown(join(mail, 'tmp', name), uid, gid)
      await utimes(join(mail, 'tmp', name), at, at)
      await rename(join(mail, 'tmp', name), join(mail, 'new', name))
    },
    stop: async () => {
      await stop(child)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Mailbox of a login, created with its first message. */
async function maildirOf(home: string): Promise<string> {
  const { uid, gid } = owner()
  const mail = join(home, 'Maildir')
  await mkdir(mail, { recursive: true })
  for (const part of ['tmp', 'new', 'cur']) await mkdir(join(mail, part), { recursive: true })
  for (const part of ['..', '.', 'tmp', 'new', 'cur']) await chown(join(mail, part), uid, gid)
  return mail
}
