/** The part of the Barcode Detection API that is used here; few browsers have it. */
interface BarcodeDetector {
  detect: (picture: HTMLVideoElement) => Promise<{ rawValue: string }[]>
}
interface BarcodeDetectorClass {
  new (options: { formats: string[] }): BarcodeDetector
  getSupportedFormats: () => Promise<string[]>
}

/** Barcode formats of goods. */
const FORMATS = ['ean_13', 'ean_8', 'upc_a', 'upc_e', 'code_128', 'code_39']
const PAUSE_MS = 150

const detectorClass = () => (globalThis as { BarcodeDetector?: BarcodeDetectorClass }).BarcodeDetector
const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE_MS))

async function knownFormats(): Promise<string[]> {
  const supported = (await detectorClass()?.getSupportedFormats()) ?? []
  return FORMATS.filter((format) => supported.includes(format))
}

/** This browser reads barcodes, and the device has a camera; nobody is asked for leave yet. */
export async function canReadBarcodes(): Promise<boolean> {
  // Outside HTTPS a browser has no cameras at all.
  const cameras = navigator.mediaDevices as MediaDevices | undefined
  if (!detectorClass() || !cameras) return false
  try {
    const [formats, devices] = await Promise.all([knownFormats(), cameras.enumerateDevices()])
    return formats.length > 0 && devices.some(({ kind }) => kind === 'videoinput')
  } catch {
    return false
  }
}

/**
 * Shows in `video` what the camera sees until a barcode is in it; the camera is let go whatever happens.
 *
 * @returns the number, or null when it was stopped before
 * @throws DOMException of `getUserMedia`: leave refused, no camera, busy
 */
export async function readBarcode(video: HTMLVideoElement, stop: AbortSignal): Promise<string | null> {
  const Detector = detectorClass()
  if (!Detector) return null
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
  try {
    video.srcObject = stream
    await video.play()
    const detector = new Detector({ formats: await knownFormats() })
    while (!stop.aborted) {
      const [found] = await detector.detect(video)
      if (found) return found.rawValue
      await pause()
    }
    return null
  } finally {
    for (const track of stream.getTracks()) track.stop()
  }
}
