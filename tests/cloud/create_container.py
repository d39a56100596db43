"""create_container.py <URL of the account> <account> <key> <container>: makes a container of Azure, which takes a signature."""

import base64
import email.utils
import hashlib
import hmac
import sys
import urllib.parse
import urllib.request

url, account, key, container = sys.argv[1:]
path = f"{urllib.parse.urlsplit(url).path}/{container}"
headers = {"x-ms-date": email.utils.formatdate(usegmt=True), "x-ms-version": "2021-08-06"}
signed = "PUT" + "\n" * 12 + "".join(f"{name}:{headers[name]}\n" for name in sorted(headers))
signed += f"/{account}{path}\nrestype:container"
signature = base64.b64encode(hmac.digest(base64.b64decode(key), signed.encode(), hashlib.sha256)).decode()
headers["Authorization"] = f"SharedKey {account}:{signature}"
headers["Content-Length"] = "0"
request = urllib.request.Request(f"{url}/{container}?restype=container", method="PUT", headers=headers)
urllib.request.urlopen(request).read()
