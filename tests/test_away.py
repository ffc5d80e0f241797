"""While no server answers, the proxy shows a page in all languages that says when to try again."""

import urllib.error
import urllib.request

import pytest

from tests.browser.server import free_port
from tests.proxy import a_proxy


@pytest.mark.needs("proxy")
def test_proxy_asks_visitors_to_try_again_while_no_server_runs(tmp_path):
    proxy = free_port()
    with (
        a_proxy(tmp_path, f"http://:{proxy}", [free_port()], lb_try_duration="1s"),
        pytest.raises(urllib.error.HTTPError) as refused,
    ):
        urllib.request.urlopen(f"http://127.0.0.1:{proxy}/", timeout=60)
    answer = refused.value
    assert answer.code in (502, 503)
    assert answer.headers["Retry-After"] == "5"
    assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
    text = answer.read().decode()
    for words in "reload this page in half a minute", "in einer halben Minute neu", "30秒ほどしてから":
        assert words in text
    # Japanese has no blanks: a line would break within its words.
    assert ":lang(ja) { word-break: auto-phrase;" in text
