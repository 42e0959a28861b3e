/** Servers with broken or untrusted TLS. */
import { createServer as createPlain } from "node:http";
import { createServer } from "node:https";
import { type Hostile, listen } from "./raw.ts";

/** Signed by itself for `localhost` alone, valid from 2020 to 2120. It is known to everybody and protects nothing. */
export const selfSigned = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgOwctDZMQbHIqrbVs
4puv2HW+TQEGToCUTIBKgu4x1KqhRANCAAQEAdAqxKzyGOgd0oSJLmp/Z0Ru2oso
OTUWqfDMpOjrWHjLyvcG6+MoRZc8uk5FL675gfG+lB1e/GAS0uTd7Bdr
-----END PRIVATE KEY-----
`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBYjCCAQegAwIBAgIBATAKBggqhkjOPQQDAjAUMRIwEAYDVQQDDAlsb2NhbGhv
c3QwIBcNMjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMBQxEjAQBgNVBAMM
CWxvY2FsaG9zdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABAQB0CrErPIY6B3S
hIkuan9nRG7aiyg5NRap8Myk6OtYeMvK9wbr4yhFlzy6TkUvrvmB8b6UHV78YBLS
5N3sF2ujSDBGMA8GA1UdEwEB/wQFMAMBAf8wFAYDVR0RBA0wC4IJbG9jYWxob3N0
MB0GA1UdDgQWBBTR2swTiMfW2CC75eAl+bxvXKlbpDAKBggqhkjOPQQDAgNJADBG
AiEAv3bG2S9ZCEXHhU3ERy8M0nRUl5tC8vsGleKals2pI14CIQDXp1WJe1RZocMn
pKdEa7NThr9AS4ufM4OriOjqLPmTyA==
-----END CERTIFICATE-----
`,
} as const;

/** Answers `{}` over TLS. The URL names `host`, for which the certificate counts or not. */
export function startSelfSigned(host: "localhost" | "127.0.0.1"): Promise<Hostile> {
  return listen(
    createServer(selfSigned, (_, response) => response.end("{}")),
    `https://${host}`,
  );
}

/** Speaks plain HTTP where the URL says https. */
export function startWithoutTls(): Promise<Hostile> {
  return listen(
    createPlain((_, response) => response.end("{}")),
    "https://127.0.0.1",
  );
}
