# SPDX-License-Identifier: MIT
"""oncemore follow; test_vectors.py has every rule of following."""

import json
import re
import unittest

from command import ROOT, STOP, CommandTest, run, words
from test_response import BUSY, SEE_OTHER, status

MOVED = status(307, "Location: /there")


class FollowTest(CommandTest):
    def follows(self, line, stdin=b""):
        code, out, err = run("follow", "--json", *words(line), stdin=stdin)
        self.assertEqual(err, "", line)
        answer = json.loads(out)
        self.assertEqual(code, 0 if answer["verdict"] == "follow" else STOP, line)
        return answer

    def test_lines(self):
        for line, said in {
                "--method POST --status 303": "follow in 0 ms as GET without a body",
                "--method POST --status 302": "follow in 0 ms as GET without a body",
                "--method POST --status 302 --rewrite keep": "follow in 0 ms as POST",
                "--method FROB --status 307": "follow in 0 ms as FROB",
                "--status 307": "follow in 0 ms as the same method",
                "--method 'a\x1bb' --status 307": r"follow in 0 ms as a\x1bb",
                "--method GET --status 302 --retry-after 2": "follow in 2000 ms as GET"}.items():
            self.prints("follow --location yes " + line,
                        f"hop 1 of 10: {re.search('30.', line)[0]}, {said}")
        self.prints("follow --method GET --status 404 --location yes",
                    "hop 1 of 10: 404, stop: not_a_redirect", STOP)
        self.prints("follow --method GET --status 302", "hop 1 of 10: 302, stop: no_location", STOP)
        self.prints("follow --method GET --status 302 --location yes --retry-after 120",
                    "hop 1 of 10: 302, stop: server_wait_too_long, wait 120000 ms", STOP)
        self.prints("follow --exit-zero --method GET --status 302",
                    "hop 1 of 10: 302, stop: no_location")

    def test_hops_so_far(self):
        line = "follow --method GET --status 302 --location yes --max-redirects 3 "
        self.prints(line + "--redirects 2", "hop 3 of 3: 302, follow in 0 ms as GET")
        self.prints(line + "--redirects 3", "hop 4 of 3: 302, stop: redirect_limit", STOP)
        self.prints(line + "--redirects 2 --redirect '302:GET>GET'",
                    "hop 4 of 3: 302, stop: redirect_limit", STOP)
        self.prints(line + "--max-redirects 0", "hop 1 of 0: 302, stop: redirect_limit", STOP)
        self.prints(line + "--redirects 4294967295",
                    "hop 4294967296 of 3: 302, stop: redirect_limit", STOP)

    def test_delay_and_log(self):
        line = ["follow", "--method", "GET", "--status", "302", "--delay", "--log"]
        self.assertEqual(run(*line, "--location", "yes", "--retry-after", "1.5"),
                         (0, "1.500\n", "hop 1 of 10: 302, follow in 1500 ms as GET\n"))
        self.assertEqual(run(*line), (STOP, "", "hop 1 of 10: 302, stop: no_location\n"))

    def test_heads(self):
        answer = self.follows("--method POST --response -", MOVED + SEE_OTHER)
        self.assertEqual((answer["hop"]["status"], answer["hop"]["has_location"],
                          answer["method"], answer["redirects"]),
                         (303, True, "get", {"hops": 2, "flags": ["moved", "accepted"]}))
        answer = self.follows("--method POST --response -", SEE_OTHER + MOVED)
        self.assertEqual((answer["hop"]["method"], answer["method"]), ("GET", "keep"))
        answer = self.follows("--method GET --response - --redirects 10", MOVED)
        self.assertEqual((answer["reason"], answer["redirects"]["hops"]), ("redirect_limit", 10))
        answer = self.follows("--method GET --response - --redirects 8", MOVED + MOVED)
        self.assertEqual((answer["reason"], answer["redirects"]["hops"]), ("follow", 10))
        self.assertEqual(self.follows("--method GET --response -", BUSY)["reason"],
                         "not_a_redirect")
        self.assertEqual(self.follows("--method GET --response -", status(302))["reason"],
                         "no_location")
        date = "Date: Tue, 14 Nov 2023 22:13:20 GMT"
        hop = status(302, "Location: /", date, "Retry-After: Tue, 14 Nov 2023 22:13:25 GMT")
        self.assertEqual(self.follows("--method GET --response -", hop)["delay_ms"], 5000)

    def test_a_trail_goes_on(self):
        """The trail that is told is what decide takes after the hop."""
        for hop in (["303", "POST", "GET"], ["307", "POST", "POST"], ["302", "PUT", "PUT"]):
            number, before, after = hop
            answer = self.follows(f"--method {before} --status {number} --location yes")
            decided = self.decides(f"--method {before} --status 503 "
                                   f"--redirect '{number}:{before}>{after}'")
            self.assertEqual(answer["redirects"], decided["attempt"]["redirects"])

    def test_json_names_are_the_c_abis(self):
        header = (ROOT / "capi/include/oncemore.h").read_text()

        def fields(struct):
            body = re.search(rf"struct oncemore_{struct} \{{(.*?)\n\}}", header, re.S).group(1)
            return {name for name in re.findall(r"^  \w+ (\w+);", body, re.M)
                    if name != "struct_size" and not name.startswith("reserved")}

        answer = self.follows("--method 'a\"b' --status 307 --location yes")
        self.assertEqual(set(answer) - {"hop", "redirects", "line"}, fields("hop_decision"))
        self.assertEqual(set(answer["hop"]), fields("hop"))
        self.assertEqual(answer["line"], 'hop 1 of 10: 307, follow in 0 ms as a"b')

    def test_errors(self):
        self.refuses("follow --method GET", "--status and --location, or --response")
        self.refuses("follow --status 000", "no response")
        self.refuses("follow --status 302 --location /x", "--location takes yes or no")
        self.refuses("follow --status 302 --response -", "--status and --response exclude")
        self.refuses("follow --age 1 --response -", "--age and --response exclude")
        self.refuses("follow --location yes --response -", "--location and --response exclude")
        self.refuses("follow --status 302 --json --delay", "--json and --delay")
        self.refuses("follow --status 302 --redirects -1", "--redirects takes a whole number")
        self.refuses("follow --status 302 --backoff-floor 31s", "--backoff-floor: ")
        self.refuses("follow --response -", "it is empty")
        self.refuses("follow --response -", "after the interim status 100", stdin=status(100))


if __name__ == "__main__":
    unittest.main()
