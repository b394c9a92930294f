# Varnish in front of the site, which has CDN=varnish and CDN_PURGE_URL=http://127.0.0.1:6081. Encryption is the work of a proxy before it.
# Start it with `-p http_gzip_support=off`, so that pages are sent as the site has compressed them: with Brotli.
vcl 4.1;

import std;

backend default {
  .host = "127.0.0.1";
  .port = "3000";
}

# Who may say that pages have changed: the site itself.
acl purgers {
  "127.0.0.1";
  "::1";
}

sub vcl_recv {
  if (req.method == "PURGE") {
    # What came through the proxy is from a visitor, though the proxy is on this machine.
    if (client.ip !~ purgers || req.http.X-Forwarded-For ~ ",") {
      return (synth(403, "Not from here"));
    }
    if (!req.http.X-Cache-Tags) {
      return (synth(400, "No tags"));
    }
    if (!std.ban("obj.http.Cache-Tag ~ " + req.http.X-Cache-Tags)) {
      return (synth(400, std.ban_error()));
    }
    return (synth(200, "Purged"));
  }

  # Live data opens WebSockets.
  if (req.http.Upgrade ~ "(?i)websocket") {
    return (pipe);
  }
  if (req.method != "GET" && req.method != "HEAD") {
    return (pass);
  }
  # The API, and news of an open page, which do not end.
  if (req.url ~ "^/(auth|rest|storage|realtime|functions|admin)/v1(/|$|\?)" || req.url ~ "^/live-page") {
    return (pass);
  }

  # A page is HTML, or Markdown for those who ask for it: all other differences of this header are one.
  if (req.http.Accept ~ "text/markdown") {
    return (pass);
  }
  if (req.http.Accept !~ "application/json") {
    set req.http.Accept = "text/html,*/*";
  }
  if (req.http.Accept-Encoding ~ "br") {
    set req.http.Accept-Encoding = "br";
  } elsif (req.http.Accept-Encoding ~ "gzip") {
    set req.http.Accept-Encoding = "gzip";
  } else {
    unset req.http.Accept-Encoding;
  }
  # Cookies are sent to the site, which decides who may read; what it lets everybody keep is the same for all.
  return (hash);
}

sub vcl_pipe {
  set bereq.http.Upgrade = req.http.Upgrade;
  set bereq.http.Connection = "upgrade";
}

sub vcl_backend_response {
  # The site compresses what is worth it.
  set beresp.do_gzip = false;
  set beresp.do_gunzip = false;

  if (beresp.http.Set-Cookie || beresp.http.Cache-Control ~ "private" || beresp.http.CDN-Cache-Control ~ "no-store") {
    set beresp.uncacheable = true;
    set beresp.ttl = 2m;
  } elsif (beresp.http.CDN-Cache-Control) {
    set beresp.ttl = std.duration(regsub(beresp.http.CDN-Cache-Control, "^.*max-age=(\d+).*$", "\1s"), 0s);
    # A copy may be shown while a new one is fetched, and while the site is down.
    set beresp.grace = 1d;
    set beresp.keep = 7d;
  } elsif (beresp.status != 200 || beresp.http.Cache-Control !~ "immutable") {
    set beresp.uncacheable = true;
    set beresp.ttl = 2m;
  }
  return (deliver);
}

sub vcl_deliver {
  set resp.http.X-Cache = "miss";
  if (obj.hits > 0) {
    set resp.http.X-Cache = "hit";
  }
  # For the cache alone.
  unset resp.http.Cache-Tag;
  unset resp.http.CDN-Cache-Control;
  unset resp.http.Via;
  unset resp.http.X-Varnish;
}
