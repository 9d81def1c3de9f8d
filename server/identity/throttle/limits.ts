/**
 * How many wrong passwords and codes in a row are judged. NIST SP 800-63B section 3.2.2 allows 100 for one account: these add up to that. The count
 * ends when its holder signs in, or chooses another password.
 */
export const maxFailures = {
  /** On devices that have not signed in before. Guesses of strangers end here, and do not touch the others. */
  onOtherDevices: 80,
  /** On one device that has signed in before; it is treated like any other device from then on. */
  onOneKnownDevice: 10,
  /** On all of those together. */
  onKnownDevices: 20,
}

/** How long failures are counted for the delay they cause, in minutes. */
export const failureWindowMinutes = { ofAddress: 24 * 60, ofNetwork: 10 }

/** Every fifth failure of one account from the tenth may notify the member, with at most one email a day. */
export const shouldNotifyOwner = (failures: number) => failures >= 10 && failures % 5 === 0

/** Shorter than the time that proxies and browsers wait for a response. */
const maxDelaySeconds = { ofAddress: 20, ofNetwork: 10 }
/** Nobody waits before so many failures: people mistype, and a hospital of thousands may share one network address. */
const failuresWithoutDelay = { ofAddress: 3, ofNetwork: 100 }

/**
 * How many seconds an attempt on an unknown device waits before it is judged: 1, 2, 4, 8, 16 and then 20 from the fourth failure of one email
 * address; and 1 from the hundredth failure of one network, doubled as the failures double, 10 at most.
 * @param failures of the email address and of the network, without this attempt
 */
export function delaySeconds(failures: { ofAddress: number; ofNetwork: number }) {
  const ofAddress = failures.ofAddress < failuresWithoutDelay.ofAddress ? 0 : 2 ** (failures.ofAddress - failuresWithoutDelay.ofAddress)
  const ofNetwork =
    failures.ofNetwork < failuresWithoutDelay.ofNetwork
      ? 0
      : 2 ** Math.floor(Math.log2(failures.ofNetwork / failuresWithoutDelay.ofNetwork))
  return Math.max(Math.min(ofAddress, maxDelaySeconds.ofAddress), Math.min(ofNetwork, maxDelaySeconds.ofNetwork))
}
