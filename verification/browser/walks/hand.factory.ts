import type { Locator, Page } from 'playwright-core'

/** Seconds of a person: pressing and deciding what to press, and typing a character. */
const CLICK_S = 1.3 + 1.35
const KEY_S = 0.28

/** A person's hand, which counts what it does. */
export class Hand {
  clicks = 0
  keys = 0
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  async click(target: Locator) {
    this.clicks += 1
    await target.click()
  }

  async type(text: string) {
    this.keys += text.length
    await this.page.keyboard.type(text)
  }

  async press(key: string) {
    this.keys += 1
    await this.page.keyboard.press(key)
  }

  /** Opens a list and chooses from it. */
  async choose(target: Locator, label: string) {
    this.clicks += 2
    await target.selectOption({ label })
  }

  /** Chooses a file: the button, and the file in the window of the system. */
  async file(target: Locator, file: { name: string; mimeType: string; buffer: Buffer }) {
    this.clicks += 1
    await target.setInputFiles(file)
  }

  async download(target: Locator): Promise<string> {
    // The archive of a month is drawn while it is asked for.
    const downloading = this.page.waitForEvent('download', { timeout: 60_000 })
    await this.click(target)
    return (await downloading).suggestedFilename()
  }

  get seconds() {
    return Math.round(this.clicks * CLICK_S + this.keys * KEY_S)
  }
}
