/** A certificate of `CN=new.example.org`, valid until the year 2120. */
export const goodCertificate = `-----BEGIN CERTIFICATE-----
MIIBNjCB3KADAgECAhQS6IcKJ2D8Yq+H2tnYFDM0oqPuEjAKBggqhkjOPQQDAjAa
MRgwFgYDVQQDDA9uZXcuZXhhbXBsZS5vcmcwIBcNMjAwMTAxMDAwMDAwWhgPMjEy
MDAxMDEwMDAwMDBaMBoxGDAWBgNVBAMMD25ldy5leGFtcGxlLm9yZzBZMBMGByqG
SM49AgEGCCqGSM49AwEHA0IABPN/ShZJ3RwG7Ikt9+5NSwHIc7msmmz4e1qwubch
FxT5gRP/XrnW/rRmGFEiGebjXkCZfb0W+WVvMrCAvBosurcwCgYIKoZIzj0EAwID
SQAwRgIhANTJ/7z9UDHUBP7KpU1dejh6nzxCRGQETzNiJ7aQD5XMAiEAozSzt8PK
fE6BVinoPTybHrWgK7WtJLeLzJUsM/zKLfk=
-----END CERTIFICATE-----
`;

/** One of `CN=old.example.org` that was valid until 2021-01-01. */
export const expiredCertificate = `-----BEGIN CERTIFICATE-----
MIIBMjCB2qADAgECAhR9HN6m+HzEh/SB4d4loszbsJfelDAKBggqhkjOPQQDAjAa
MRgwFgYDVQQDDA9vbGQuZXhhbXBsZS5vcmcwHhcNMjAwMTAxMDAwMDAwWhcNMjEw
MTAxMDAwMDAwWjAaMRgwFgYDVQQDDA9vbGQuZXhhbXBsZS5vcmcwWTATBgcqhkjO
PQIBBggqhkjOPQMBBwNCAAQftJz5cRghx3XdEMsslLwBsrwGj6BELM3wJyiRD3tc
Jbbcigcjvhyth1LYG6j8oUig/VmN4A/Dhj4Yo7lAz1cnMAoGCCqGSM49BAMCA0cA
MEQCIGDWkj10IDJZ1ejithzGJBUsczaV2iCx+QuOPTUFEwi0AiBi/vR8aq+mjsDV
yKRkbQ60CfGX9ynPi430UIJmuXVxiw==
-----END CERTIFICATE-----
`;
