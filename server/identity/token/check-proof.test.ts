import { createHash, randomUUID } from 'node:crypto'

import { calculateJwkThumbprint, CompactSign, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'

import { proofAlgorithms } from '#server/platform/authentication-challenge.ts'

import { checkProof } from './check-proof.ts'

const shown = { token: 'a.token', method: 'GET', address: 'https://forms.example/api/patients/patient' }
const claims = () => ({
  htm: shown.method,
  htu: shown.address,
  jti: randomUUID(),
  ath: createHash('sha256').update(shown.token).digest('base64url'),
})

async function makeDevice(alg: string) {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true })
  const jwk = await exportJWK(publicKey)
  const header = { alg, typ: 'dpop+jwt', jwk }
  return {
    thumbprint: await calculateJwkThumbprint(jwk),
    sign: (text: string) => new CompactSign(Buffer.from(text)).setProtectedHeader(header).sign(privateKey),
    prove: (payload: JWTPayload = claims()) => new SignJWT(payload).setProtectedHeader(header).setIssuedAt().sign(privateKey),
  }
}

describe('checkProof', () => {
  test.each(proofAlgorithms)('%s: the first and later proofs of a device count, each with its own signature only (SIGN-9)', async (alg) => {
    const [device, other] = [await makeDevice(alg), await makeDevice(alg)]
    const check = (proof: string) => checkProof({ ...shown, proof, thumbprint: device.thumbprint })
    const partsOf = async (by = device) => (await by.prove()).split('.') as [string, string, string]

    // Twice: once as the first of the device, and once when its header is known.
    for (const nth of ['first', 'later']) {
      const [header, payload, signature] = await partsOf()
      const [, otherPayload, otherSignature] = await partsOf(other)
      expect(await check(`${header}.${otherPayload}.${signature}`), `${nth}, other claims`).toBeUndefined()
      expect(await check(`${header}.${payload}.${otherSignature}`), `${nth}, another's signature`).toBeUndefined()
      expect(await check(`${header}.${payload}.`), `${nth}, without a signature`).toBeUndefined()
      expect(await check(`${header}.${payload}.${signature}.${signature}`), `${nth}, with a fourth part`).toBeUndefined()
      expect(await check(await other.prove()), `${nth}, another device`).toBeUndefined()
      expect(await check(`${header}.${payload}.${signature}`), nth).toEqual({ id: expect.any(String) as string })
    }
  })

  test('claims that are no object, are missing, have ended or have not begun prove nothing, the first time and later (SIGN-9)', async () => {
    const device = await makeDevice('ES256')
    const checkText = (proof: string) => checkProof({ ...shown, proof, thumbprint: device.thumbprint })
    const check = async (payload: JWTPayload) => checkText(await device.prove(payload))
    const now = Math.floor(Date.now() / 1_000)

    for (const known of [false, true]) {
      for (const text of ['', '{', '[]', 'null', '"text"']) expect(await checkText(await device.sign(text)), text).toBeUndefined()
      const { ath: _ath, ...withoutToken } = claims()
      expect(await check(withoutToken), `known: ${known}`).toBeUndefined()
      expect(await check({ ...claims(), exp: now - 10 }), `known: ${known}`).toBeUndefined()
      expect(await check({ ...claims(), nbf: now + 100 }), `known: ${known}`).toBeUndefined()
      expect(await check({ ...claims(), exp: now + 100, nbf: now - 10 }), `known: ${known}`).toBeDefined()
    }
  })
})
